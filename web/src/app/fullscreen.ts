/** The whole page, or back (A12). ESC leaves it too: the browser sees to that. */
export async function fullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen?.().catch(() => undefined);
}
