// What the replay has drawn last: one step forward moves as it did at the table; any other way to a step it is simply shown.
import { DEALER } from '../protocol/apply';
import type { Scene } from '../protocol/table.svelte';
import type { TableInfo } from '../protocol/types';
import { boxes } from '../table/boxes';
import { laid, plan, type Laid, type Move, type Pace } from '../table/plan';

export class Drawn {
  private last: { step: number; laid: Laid } | null = null;

  moves(step: number, scene: Scene, info: TableInfo, pace: Pace): Move[] {
    const was = this.last;
    this.last = { step, laid: laid(boxes(scene, info), scene.view.lines[DEALER]?.cards ?? []) };
    return was?.step === step - 1 ? plan(was.laid, this.last.laid, pace) : [];
  }

  /** Another round. */
  forget(): void {
    this.last = null;
  }
}
