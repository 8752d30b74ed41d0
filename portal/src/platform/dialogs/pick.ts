import { pickers, type PickerName, type PickerOptions, type PickerResult } from "@uc/contract/pickers/pickers"
import { openDialog, type DialogContent } from "./dialogs.ts"

/**
 * Lets the person choose: `await pick("person", { max: 3 })`. Null: closed without a choice, or it is open already (DLG-2).
 * The signal closes it for an opener that is gone.
 */
export async function pick<N extends PickerName>(
  name: N,
  options?: PickerOptions<N>,
  signal?: AbortSignal,
): Promise<PickerResult<N> | null> {
  // The compiler can't see in a union that name and options belong together.
  const content = { kind: "picker", name, options: options ?? {} } as DialogContent
  return (await openDialog(pickers[name].key, content, signal)) as PickerResult<N> | null
}
