import {
  pictureFiles,
  pictureService,
  profileCalls,
  profileMessages,
  type Profile,
} from "@uc/contract/account/profile-calls"
import { Reply, succeeded } from "@uc/contract/core/reply"
import type { CurrentUser } from "@uc/contract/account/calls"
import { createStore } from "zustand/vanilla"
import { useStore } from "zustand"
import { httpMessages } from "@uc/contract/core/http"
import { Failure } from "../../platform/http/failure.ts"
import { keepHomePage } from "./home-page.ts"
import { send } from "../../platform/http/send.ts"
import { keepUser, storedUser } from "../../platform/session/session.ts"
import { siteConfig } from "../../platform/browser/site-config.ts"

interface Known {
  readonly profile: Profile | null
}

const store = createStore<Known>(() => ({ profile: null }))

export function useOwnProfile(): Profile | null {
  return useStore(store, ({ profile }) => profile)
}

export async function askOwnProfile(): Promise<Profile> {
  const profile = await send(profileCalls.own, {})
  store.setState({ profile })
  const user = storedUser()
  if (user) keepHomePage(user.id, profile.homePage)
  return profile
}

export function changeProfile(change: Partial<Profile>): void {
  const { profile } = store.getState()
  if (profile) store.setState({ profile: { ...profile, ...change } })
}

/** Everything that shows the user follows, the header too. */
export function keepChanged({
  himg,
  phone,
  signature,
}: Pick<CurrentUser, "himg" | "phone" | "signature">): void {
  const user = storedUser()
  if (user) keepUser({ ...user, himg, phone, signature })
  changeProfile({ himg, phone, signature })
}

/** A picture travels as it is, and not as a form. */
export async function uploadPicture(file: Blob): Promise<void> {
  const { services } = await siteConfig()
  const address = services[pictureService].replace(/\/$/, "") + pictureFiles.own
  let answer: Response
  try {
    answer = await fetch(address, {
      method: "POST",
      body: file,
      credentials: "include",
      headers: { "content-type": "application/octet-stream" },
    })
  } catch {
    throw new Failure("slow", httpMessages.slow)
  }
  if (answer.status === 413) throw new Failure("refused", profileMessages.pictureTooLarge)
  const reply = Reply.safeParse(await answer.json().catch(() => null))
  if (!reply.success) throw new Failure("slow", httpMessages.slow)
  const { himg } = (reply.data["data"] ?? {}) as { himg?: unknown }
  if (!succeeded(reply.data.ret) || typeof himg !== "string")
    throw new Failure("refused", reply.data.msg || httpMessages.serverFault)
  const user = storedUser()
  if (user) keepChanged({ ...user, himg })
}
