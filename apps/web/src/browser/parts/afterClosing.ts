/** A menu or a dialog that closes gives the focus back in the frame after that: what is done then comes later, and may take it. */
export const afterClosing = (act: () => void): void =>
  void requestAnimationFrame(() => requestAnimationFrame(() => act()))
