import { useMedia } from "../../layout/use-media.ts"

/** Whether lists, days and times are chosen in the system's own windows: on phones, and wherever fingers press. */
export function useSystemControls(): boolean {
  // DAY-17. check-mark.module.css has the same for checkboxes.
  return useMedia("(max-width: 767px), (pointer: coarse)")
}
