// The faces of the cards as pictures. One drawing holds every suit, rank and face; each face is cut out of it once, with
// the colours of the moment written in, and is a picture from then on: one element a card, cheap to lay out and to move.
const SYMBOL = /<symbol id="([^"]+)"[^]*?>([^]*?)<\/symbol>/g;
const USED = /href="#((?:suit|rank)-[^"]+)"/g;
const TOKEN = /var\((--[\w-]+)\)/g;

let symbols = $state.raw<Map<string, { whole: string; inside: string }> | null>(null);
let cut = new Map<string, string>();
let colours = new Map<string, string>();

export async function loadFaces(): Promise<void> {
  const drawing = await (await fetch('/cards.svg')).text();
  symbols = new Map([...drawing.matchAll(SYMBOL)].map(([whole, id, inside]) => [id!, { whole, inside: inside! }]));
}

/** The colours have changed: four suits in four colours, or two again. */
export function recolour(): void {
  cut = new Map();
  colours = new Map();
  if (symbols) symbols = new Map(symbols);
}

/** The address of a face, such as `c-As` or `c-back`; empty until the drawing is there. */
export function faceOf(name: string): string {
  const face = symbols?.get(name);
  if (!symbols || !face) return '';
  let address = cut.get(name);
  if (!address) cut.set(name, (address = picture(face.inside, symbols)));
  return address;
}

/** Asked of the page once a palette: asking makes the browser work out every style that has changed. */
function colour(token: string): string {
  let value = colours.get(token);
  if (!value) colours.set(token, (value = getComputedStyle(document.documentElement).getPropertyValue(token).trim()));
  return value;
}

function picture(inside: string, all: Map<string, { whole: string }>): string {
  const used = new Set([...inside.matchAll(USED)].map((match) => match[1]!));
  const parts = [...used].map((id) => all.get(id)?.whole ?? '').join('');
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140"><defs>${parts}</defs>${inside}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawn.replace(TOKEN, (_, token: string) => colour(token)))}`;
}
