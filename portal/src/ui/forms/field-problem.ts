import { createContext, useContext } from "react"

/** The id of a field's error sentence; undefined: there is none. */
export const FieldProblem = createContext<string | undefined>(undefined)

/** Whether a field must be filled in. */
export const FieldRequired = createContext(false)

/** For a control that we draw: the attributes that say that it must be filled in, mark it as wrong and name the sentence. */
export function useInvalid(): {
  readonly "aria-required"?: true
  readonly "aria-invalid"?: true
  readonly "aria-describedby"?: string
} {
  const problemId = useContext(FieldProblem)
  const isRequired = useContext(FieldRequired)
  return {
    ...(isRequired && { "aria-required": true }),
    ...(problemId !== undefined && { "aria-invalid": true, "aria-describedby": problemId }),
  }
}
