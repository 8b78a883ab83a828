// What somebody types to find a table. Loose where a name is meant: half words, no blanks, a slip of the finger; strict
// in what is said of a game, where nearly every word is like some other.
const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean);

/** Short words have many neighbours: a slip counts only in longer ones. */
const slips = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** How many letters have to be changed, added, dropped or swapped. */
export function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + same, swapped ? rows[i - 2]![j - 2]! + 1 : Infinity);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}

const begins = (typed: string, word: string): boolean => word.startsWith(typed);
const nearly = (typed: string, word: string): boolean => {
  const part = word.slice(0, Math.max(typed.length, 1));
  return begins(typed, word) || Math.min(distance(typed, word), distance(typed, part)) <= slips(typed);
};

/** Every word is the beginning of one that is there. */
export function told(search: string, text: string): boolean {
  const there = wordsOf(text);
  return wordsOf(search).every((typed) => there.some((word) => begins(typed, word)));
}

/** As `told`, or nearly; also written together, as `freebet`. */
export function named(search: string, name: string): boolean {
  const typed = wordsOf(search);
  const there = wordsOf(name);
  const together = typed.join('');
  if (together.length >= 3 && there.join('').includes(together)) return true;
  return typed.every((each) => there.some((word) => nearly(each, word)));
}
