// What a person has set (A7). It is the house's to keep: here is what it told, over what is usual.
import { http } from '../protocol/http';

export type Setting = string | number | boolean;

export const USUAL = {
  language: '',
  game_sounds: true,
  volume: 70,
  volume_turn: 80,
  volume_voice: 60,
  dealer_voice: false,
  picture: 'auto', // auto, full, plain
  pace: 'normal', // normal, fast, instant
  four_colour: false,
  felt: 'green', // green, ink, contrast
  letters: true,
  others_chat: true,
  bet_behind: true,
  insurance_offers: true,
  view: 'immersive', // immersive, classic
  focus: false,
  panel_width: 296,
  panel_float: false,
  panel_x: 40,
  panel_y: 60,
  panel_height: 420,
  learning: false, // say what a choice was worth after each decision
} as const satisfies Record<string, Setting>;

export type Name = keyof typeof USUAL;
type Of<N extends Name> = (typeof USUAL)[N] extends boolean ? boolean : (typeof USUAL)[N] extends number ? number : string;

const known = $state<{ own: Record<string, Setting> }>({ own: {} });

export const settings = {
  get<N extends Name>(name: N): Of<N> {
    const own = known.own[name];
    return (typeof own === typeof USUAL[name] ? own : USUAL[name]) as Of<N>;
  },
  all: (): Record<string, Setting> => known.own,
  /** What the house says, at sign-in and on every connection. */
  load(own: Record<string, Setting>): void {
    known.own = { ...own };
  },
  /** Applied at once, kept by the house; several together are one change. */
  async set(changed: Record<string, Setting>): Promise<boolean> {
    known.own = { ...known.own, ...changed };
    return (await http.put('/settings', { settings: changed })).ok;
  },
};

/** The button in the head: off for now. It is not a setting, and goes back to on at a table change (A7). */
export const quiet = $state({ now: false });

/** A volume from 0 to 1; nothing while sound is off. */
export const volume = (name: 'volume' | 'volume_turn' | 'volume_voice'): number =>
  settings.get('game_sounds') && !quiet.now ? settings.get(name) / 100 : 0;
