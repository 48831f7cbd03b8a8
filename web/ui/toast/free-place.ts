const PRESSABLE = 'main :is(a, button), main [data-person]'
const GAP_PX = 4

/**
 * How far a toast at the foot of a short page is lifted, so that it covers nothing that can be pressed.
 * 0 where the lower half of the screen has no free place, and for a toast at the top.
 */
export function toLift(layer: HTMLElement): number {
  if (document.documentElement.scrollHeight > 2 * innerHeight) return 0
  const { left, right, top, bottom } = layer.getBoundingClientRect()
  const upwards = [...document.querySelectorAll(PRESSABLE)]
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.left < right && box.right > left)
    .sort((one, other) => other.bottom - one.bottom)
  let lift = 0
  for (const box of upwards) {
    if (box.bottom > top - lift && box.top < bottom - lift) lift = bottom - box.top + GAP_PX
  }
  return top - lift > innerHeight / 2 ? lift : 0
}
