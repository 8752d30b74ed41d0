import type { CurrentUser } from "@uc/contract/session"
import { isCancelled } from "../platform/failure.ts"
import { storedUser } from "../platform/session.ts"
import { verdictOn, type Asked } from "./guard.ts"
import { accessTo } from "./routes.ts"

/** `user` is null on a way that is open to everybody. */
export type Admission =
  | { readonly at: "admitted"; readonly user: CurrentUser | null }
  | { readonly at: "turned-away" }

async function ask(): Promise<Asked> {
  try {
    const { fetchCurrentUser } = await import("../platform/current-user.ts")
    await fetchCurrentUser()
    return "user"
  } catch (error) {
    return isCancelled(error) ? "cancelled" : "failed"
  }
}

/** The guard with its effects: asks for the user as often as the verdict wants it (ROUTE-5). */
export async function admissionTo(path: string): Promise<Admission> {
  const access = accessTo(path)
  let asked: Asked = "not-yet"
  for (;;) {
    const user = storedUser()
    switch (verdictOn({ access, hasUser: user !== null, asked })) {
      case "go-on":
        return { at: "admitted", user }
      case "leave":
        return { at: "turned-away" }
      case "ask":
        asked = await ask()
    }
  }
}
