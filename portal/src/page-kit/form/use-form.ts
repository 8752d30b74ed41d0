import type { Call, InputOf, OutputOf } from "@uc/contract/core/call"
import { outcomeUnknown } from "@uc/contract/core/form-messages"
import { createElement, useRef, useState } from "react"
import { Failure, isOutcomeUnknown, messageOf } from "../../platform/http/failure.ts"
import type { FormState } from "../../ui/forms/form-dialog.tsx"
import { forgetDraft } from "../../platform/session/drafts.ts"
import { changedIn, formName, useKeptValues } from "./kept-form.ts"
import { LeaveForm } from "./leave-form.tsx"
import { useDraft } from "./use-draft.ts"
import { maxLengthOf, problemsOf } from "./shape-limits.ts"

type Problems<V> = { readonly [K in keyof V]?: string }

interface FormOptions<C extends Call, V extends object> {
  readonly call: C
  /** Sends it and loads again what it has changed: `attempt` of a feature's action. */
  readonly attempt: (call: C, input: InputOf<C>) => Promise<OutputOf<C>>
  readonly initial: V | (() => V)
  /** The call's input. A field with the name of an input shows what the shape or the server says about it. */
  readonly input: (values: V) => InputOf<C>
  /** The field that an input of another name is typed in. */
  readonly fieldOf?: Readonly<Partial<Record<keyof InputOf<C> & string, keyof V & string>>>
  /** What the shape can't say: a sentence for a field, or for the whole. */
  readonly check?: (values: V) => Problems<V> | string | null
  /** A question before it is sent, once nothing is wrong with it; false: it is not sent. */
  readonly confirm?: (values: V) => Promise<boolean>
  /** The screen's own sentence, where the server has none. */
  readonly fallback?: string
  /** Beside its values: files were added. */
  readonly hasFiles?: boolean
  readonly onDone: (output: OutputOf<C>, values: V) => void
  readonly onFailed?: (error: unknown) => void
}

interface Bound<T> {
  readonly name: string
  readonly value: T
  readonly problem: string | undefined
  /** Empty it would be refused. */
  readonly isRequired: boolean
  readonly onValue: (value: T) => void
}

export interface Form<V extends object> extends FormState {
  readonly values: V
  readonly set: (change: Partial<V>) => void
  readonly setProblem: (problem: string | null) => void
  readonly problems: Problems<V>
  /** For a field of a form: its value, what is wrong with it, and what changes it. */
  readonly bind: <K extends keyof V & string>(key: K) => Bound<V[K]>
  /** The same for text, with the longest that the contract allows. */
  readonly text: <K extends keyof V & string>(
    key: K,
  ) => Bound<V[K]> & { readonly maxLength: number | undefined }
}

/** Undefined: it can't be empty, as a tick or a number. */
function emptyOf(value: unknown): "" | null | readonly never[] | undefined {
  if (typeof value === "string") return ""
  if (Array.isArray(value)) return []
  return value === null ? null : undefined
}

/** A form over the shape of the call that it sends: limits and sentences are the contract's, and a refusal stands at its field. */
export function useForm<C extends Call, V extends object>(options: FormOptions<C, V>): Form<V> {
  const { call, attempt, initial, input, fieldOf = {}, check, fallback, hasFiles = false } = options
  const { onDone, onFailed } = options
  const [formId] = useState(() =>
    formName(call.path, () => input(typeof initial === "function" ? initial() : initial)),
  )
  const [values, setValues, first] = useKeptValues(formId, initial)
  // What was saved last; before that, what it began with.
  const [saved, setSaved] = useState<V>(first)
  const isSaved = useRef(false)
  const draft = useDraft(formId, {
    first,
    values,
    saved,
    hasFiles,
    onRestore: (fields) => set(fields),
  })
  const isChanged = hasFiles || changedIn(values, saved) !== null
  const [problems, setProblems] = useState<Problems<V>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [failures, setFailures] = useState(0)
  const [isBusy, setBusy] = useState(false)
  // A second press may come before anything is drawn.
  const isUnderWay = useRef(false)

  const fieldFor = (name: string): (keyof V & string) | null => {
    const field = (fieldOf as Readonly<Record<string, string>>)[name] ?? name
    return Object.hasOwn(values, field) ? (field as keyof V & string) : null
  }

  function refuse(fields: Problems<V>, general: string | null) {
    setProblems(fields)
    setProblem(general)
    setFailures((count) => count + 1)
  }

  /** True: it may be sent. */
  function isAccepted(wanted: InputOf<C>): boolean {
    const own = check?.(values) ?? null
    const byShape = problemsOf(call.input, wanted)
    const fields: Record<string, string> = {}
    if (own !== null && typeof own === "object")
      for (const [field, said] of Object.entries(own)) if (typeof said === "string") fields[field] = said
    let general = typeof own === "string" ? own : (byShape?.general ?? null)
    for (const [name, said] of Object.entries(byShape?.fields ?? {})) {
      const field = fieldFor(name)
      if (field === null) general ??= said
      else fields[field] ??= said
    }
    if (general === null && Object.keys(fields).length === 0) return true
    refuse(fields, general)
    return false
  }

  async function submit() {
    if (isUnderWay.current) return
    const wanted = input(values)
    if (!isAccepted(wanted)) return
    isUnderWay.current = true
    if (options.confirm && !(await options.confirm(values))) {
      isUnderWay.current = false
      return
    }
    setBusy(true)
    setProblems({})
    setProblem(null)
    let output: OutputOf<C>
    try {
      output = await attempt(call, wanted)
    } catch (error) {
      const field = error instanceof Failure && error.field !== undefined ? fieldFor(error.field) : null
      // A failure that nobody knows of must not be told as one.
      const said = call.writes && isOutcomeUnknown(error) ? outcomeUnknown : messageOf(error, fallback)
      if (field === null || said === null) refuse({}, said)
      else refuse({ [field]: said } as Problems<V>, null)
      onFailed?.(error)
      return
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
    isSaved.current = true
    forgetDraft(formId)
    setSaved(values)
    // Outside: a fault in what follows must not say that nothing was saved.
    onDone(output, values)
  }

  function set(change: Partial<V>) {
    isSaved.current = false
    setValues((now) => ({ ...now, ...change }))
    setProblem(null)
    setProblems(
      (now) => Object.fromEntries(Object.entries(now).filter(([key]) => !(key in change))) as Problems<V>,
    )
  }

  /** DAY-17: asked of the shape itself, so that what is marked is what is refused. */
  function isRequired(key: keyof V & string): boolean {
    const empty = emptyOf(values[key])
    if (empty === undefined) return false
    const emptied = { ...values, [key]: empty }
    const own = check?.(emptied) ?? null
    if (own !== null && typeof own === "object" && own[key] !== undefined) return true
    const { fields = {} } = problemsOf(call.input, input(emptied)) ?? {}
    return Object.keys(fields).some((name) => fieldFor(name) === key)
  }

  function bind<K extends keyof V & string>(key: K): Bound<V[K]> {
    return {
      name: key,
      value: values[key],
      problem: problems[key],
      isRequired: isRequired(key),
      onValue: (value) => set({ [key]: value } as unknown as Partial<V>),
    }
  }

  function inputNameOf(key: string): string {
    return Object.entries(fieldOf).find(([, field]) => field === key)?.[0] ?? key
  }

  return {
    values,
    set,
    problem,
    setProblem,
    problems,
    failures,
    isBusy,
    isKept: true,
    isChanged,
    ...(draft && { draft }),
    onDiscard: () => forgetDraft(formId),
    leaving: (onDiscard) =>
      isChanged ? createElement(LeaveForm, { isUnsaved: () => !isSaved.current, onDiscard }) : null,
    bind,
    text: (key) => ({ ...bind(key), maxLength: maxLengthOf(call.input.shape[inputNameOf(key)]) }),
    onSubmit: () => void submit(),
  }
}
