"""What every section of the page is given."""

from __future__ import annotations

from dataclasses import dataclass

from ventuno.certificate.certify import Certificate
from ventuno.certificate.page.numbers import Numbers
from ventuno.help.tidy import tidy
from ventuno.help.words import Words, words_of
from ventuno.languages import Texts, texts
from ventuno.odds import MAIN


@dataclass(frozen=True, slots=True)
class Context:
    certificate: Certificate

    @property
    def words(self) -> Texts:
        return texts(self.certificate.language, "certificate")

    @property
    def help(self) -> Words:
        return words_of(self.certificate.language)

    @property
    def numbers(self) -> Numbers:
        return Numbers(self.help.grammar)

    def bet(self, key: str) -> str:
        return self.help.help("returns.main") if key == MAIN else self.help.names("bet", key)

    def note(self, text: str) -> str:
        """A note of a variant file, which is written in English."""
        return self.help.of_file(tidy(text))

    def policy(self, name: str) -> str:
        return self.words.maybe("side_bets.policies", name) or name
