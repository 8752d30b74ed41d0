import { createContext, useContext } from "react"

/** The id of the sentence that says what is wrong with a field; undefined: nothing is. */
export const FieldProblem = createContext<string | undefined>(undefined)

/** For a control that is drawn by us: what tells it to be wrong, and where it is said. */
export function useInvalid(): { readonly "aria-invalid"?: true; readonly "aria-describedby"?: string } {
  const problemId = useContext(FieldProblem)
  return problemId === undefined ? {} : { "aria-invalid": true, "aria-describedby": problemId }
}
