/** The result of requesting the current user. */
export type Asked = "not-yet" | "user" | "failed" | "cancelled"

export interface Way {
  /** `unknown`: an address in no table. */
  readonly access: "open" | "closed" | "unknown"
  readonly hasUser: boolean
  readonly asked: Asked
}

/** ROUTE-5, ROUTE-6: on every navigation. */
export function admissionVerdict({ access, hasUser, asked }: Way): "go-on" | "ask" | "leave" {
  if (access === "open" || hasUser || asked === "user") return "go-on"
  switch (asked) {
    case "not-yet":
    case "cancelled": // REQ-2: replaced by an equal request, which says nothing about the user.
      return "ask"
    case "failed":
      // ROUTE-10: an unknown address has nothing to protect: its page says that it is unknown.
      return access === "unknown" ? "go-on" : "leave"
  }
}
