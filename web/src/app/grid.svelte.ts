// Up to four tables side by side, or one that fills the window.
export const grid = $state({ on: false });
