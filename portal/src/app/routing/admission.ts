import type { CurrentUser } from "@uc/contract/account/calls"
import { Failure, isCancelled } from "../../platform/http/failure.ts"
import { loadChunk } from "../../platform/http/load-chunk.ts"
import { storedUser } from "../../platform/session/session.ts"
import { admissionVerdict, type Asked } from "./guard.ts"
import { accessTo } from "./routes.ts"

/** `user` is null on an open page. */
export type Admission =
  | { readonly at: "admitted"; readonly user: CurrentUser | null }
  /** `why`: an error worth showing; null where nobody is signed in, or it was shown already. */
  | { readonly at: "turned-away"; readonly why: unknown }

interface Answer {
  readonly asked: Asked
  readonly why: unknown
}

function isSaidElsewhere(error: unknown): boolean {
  if (!(error instanceof Failure)) return false
  // REQ-4 is reported by app/start.ts; being signed out is no error, nor is a locked session that its person signed out of.
  return error.kind === "signed-out" || error.kind === "sign-in-again" || error.kind === "locked"
}

/** ROUTE-8: a failed load says nothing about the user. */
const loadAsking = () => loadChunk(() => import("../../platform/session/current-user.ts"))

async function ask(): Promise<Answer> {
  const { fetchCurrentUser } = await loadAsking()
  try {
    await fetchCurrentUser()
    return { asked: "user", why: null }
  } catch (error) {
    if (isCancelled(error)) return { asked: "cancelled", why: null }
    return { asked: "failed", why: isSaidElsewhere(error) ? null : error }
  }
}

/** The guard with its effects: requests the user as often as the verdict says (ROUTE-5). */
export async function admissionTo(path: string): Promise<Admission> {
  const access = accessTo(path)
  let answer: Answer = { asked: "not-yet", why: null }
  for (;;) {
    const user = storedUser()
    switch (admissionVerdict({ access, hasUser: user !== null, asked: answer.asked })) {
      case "go-on":
        return { at: "admitted", user }
      case "leave":
        return { at: "turned-away", why: answer.why }
      case "ask":
        answer = await ask()
    }
  }
}
