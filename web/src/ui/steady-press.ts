// What a press changes may bring another control under the pointer, and a slow double click then meets that one: it would decide
// on someone else. For `ref`: inside, a press that finds something else at the same place a moment later counts for nothing.

const momentMs = 1_000;
const samePlacePx = 16;

export function steadyPress(box: HTMLElement | null): void {
  if (!box) return;
  let last = { at: -momentMs, x: 0, y: 0, control: null as Element | null, says: '' as string | undefined };
  let isMuted = false;

  const hear = (event: Event) => {
    if (event.type === 'pointerdown') {
      const { timeStamp: at, clientX: x, clientY: y, target } = event as PointerEvent;
      const control = (target as Element).closest('button, a');
      const says = control?.textContent;
      const isAgain = at - last.at < momentMs && Math.hypot(x - last.x, y - last.y) <= samePlacePx;
      isMuted = !!control && isAgain && (last.control !== control || last.says !== says);
      // Someone who keeps clicking still means the first.
      last = isMuted ? { ...last, at } : { at, x, y, control, says };
    }
    if (isMuted) {
      event.preventDefault();
      event.stopPropagation();
    }
    // A key presses without a pointer.
    if (event.type === 'click') isMuted = false;
  };

  // The kit's controls hear the former, those of the browser the latter.
  box.addEventListener('pointerdown', hear, true);
  box.addEventListener('click', hear, true);
}
