import { monitorMessages } from "../monitor/messages.ts"

/** DISTRICT-9: around the code of a type that no table knows. The database puts the same around it. */
export const unknownTypeParts = { before: `${monitorMessages.unknownType}（`, after: "）" } as const

/** What an alarm of an unknown type is called wherever it is shown: card, list, detail, home, statistics, export. */
export function unknownTypeName(code: string): string {
  return `${unknownTypeParts.before}${code}${unknownTypeParts.after}`
}
