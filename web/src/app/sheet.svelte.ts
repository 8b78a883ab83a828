// On a phone the panel is a sheet over the cloth, opened from the head.
export const sheet = $state({ open: false });
