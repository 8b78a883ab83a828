"""What every section of the page is given."""

from __future__ import annotations

from dataclasses import dataclass

from ventuno.certificate.certify import Certificate
from ventuno.certificate.languages import LANGUAGES
from ventuno.certificate.page.numbers import Numbers
from ventuno.certificate.words import Words
from ventuno.help import bet_name
from ventuno.help.languages import LANGUAGES as HELP
from ventuno.help.tidy import tidy
from ventuno.odds import MAIN


@dataclass(frozen=True, slots=True)
class Context:
    certificate: Certificate

    @property
    def words(self) -> Words:
        return LANGUAGES[self.certificate.language]

    @property
    def numbers(self) -> Numbers:
        return Numbers(HELP[self.certificate.language].grammar)

    def bet(self, key: str) -> str:
        return self.words.returns.main if key == MAIN else bet_name(key, self.certificate.language)

    def note(self, text: str) -> str:
        """A note of a variant file, which is written in English."""
        note = tidy(text)
        return HELP[self.certificate.language].names.file_words.get(note, note)

    def policy(self, name: str) -> str:
        return self.words.side_bets.policies.get(name, name)
