"""Help: the page of a variant's rules, generated from the variant itself, in every language there is.

The page cannot differ from what is played (A11): it is written from the same file, field by field.
Which sentences a variant needs is in `sections`, how a language says them in `languages`.
"""

from ventuno.help.generate import help_page
from ventuno.help.markdown import as_markdown
from ventuno.help.names import action_name, bet_name, hand_outcome_name, outcome_name
from ventuno.help.page import Block, Item, Items, Page, Paragraph, Section, TextTable
from ventuno.help.text import as_text
from ventuno.help.words import words_of
from ventuno.languages import Language

__all__ = [
    "Block",
    "Item",
    "Items",
    "Language",
    "Page",
    "Paragraph",
    "Section",
    "TextTable",
    "action_name",
    "as_markdown",
    "as_text",
    "bet_name",
    "hand_outcome_name",
    "help_page",
    "outcome_name",
    "words_of",
]
