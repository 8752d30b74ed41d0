/** What came of asking for the current user. */
export type Asked = "not-yet" | "user" | "failed" | "cancelled"

export interface Way {
  /** `unknown`: an address that no table holds. */
  readonly access: "open" | "closed" | "unknown"
  readonly hasUser: boolean
  readonly asked: Asked
}

/** ROUTE-5, ROUTE-6: on every navigation. */
export function admissionVerdict({ access, hasUser, asked }: Way): "go-on" | "ask" | "leave" {
  if (access === "open" || hasUser || asked === "user") return "go-on"
  switch (asked) {
    case "not-yet":
    case "cancelled": // REQ-2: displaced by an equal request, which says nothing about the user.
      return "ask"
    case "failed":
      // ROUTE-10: there is nothing to protect behind an unknown address; it is told as one.
      return access === "unknown" ? "go-on" : "leave"
  }
}
