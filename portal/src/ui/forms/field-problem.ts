import { createContext, useContext } from "react"

/** The id of a field's error sentence; undefined: there is none. */
export const FieldProblem = createContext<string | undefined>(undefined)

/** For a control that we draw: the attributes that mark it as wrong and name the sentence. */
export function useInvalid(): { readonly "aria-invalid"?: true; readonly "aria-describedby"?: string } {
  const problemId = useContext(FieldProblem)
  return problemId === undefined ? {} : { "aria-invalid": true, "aria-describedby": problemId }
}
