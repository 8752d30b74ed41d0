import { dictionaryCalls } from "@uc/contract/dictionary/calls"
import { answer } from "../../http/calls/register-calls.ts"
import { codesBelow, itemsBelow, itemsOf } from "./dictionary.store.ts"

export const dictionaryRoutes = answer(dictionaryCalls, () => ({
  information: ({ content, code }, { db }) => itemsOf(db, content, code),
  codesByParent: ({ parentcode, all }, { db }) => codesBelow(db, parentcode, all === 1),
  codes: ({ code }, { db }) => itemsBelow(db, code),
}))
