export const keyList = $state({ open: false });
