import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { implementCalls } from "../../http/calls/implement-calls.ts"
import { codesBelow, itemsBelow, itemsOf } from "./dictionary.store.ts"

export const dictionaryRoutes = implementCalls(dictionaryCalls, () => ({
  information: ({ content, code }, { db }) => itemsOf(db, content, code),
  codesByParent: ({ parentcode, all }, { db }) => codesBelow(db, parentcode, all === 1),
  codes: ({ code }, { db }) => itemsBelow(db, code),
}))
