import { dictionaryCalls, dictionaryMessages, informationDictionary } from "@uc/contract/dictionary/calls"
import { isCancelled } from "../../platform/http/failure.ts"
import { keepInformationList } from "./information.ts"
import { send } from "../../platform/http/send.ts"
import { showToast } from "../../platform/browser/toast.ts"

/** SHELL-4: the remark of the first item, cut at its commas. */
export function listIn(remark: string | null | undefined): readonly string[] {
  return (remark ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
}

export async function loadInformation(): Promise<void> {
  try {
    const [first] = await send(dictionaryCalls.information, informationDictionary)
    keepInformationList(listIn(first?.remark))
  } catch (error) {
    if (!isCancelled(error)) showToast("error", dictionaryMessages.failed)
  }
}
