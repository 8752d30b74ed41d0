import { use } from "react"
import { loadedPage, loadPage } from "./pages.ts"

/** A page by name. The router has loaded it before; only a menu that changed meanwhile has to wait. */
export function PageView({ name }: { readonly name: string }) {
  const { Component } = loadedPage(name) ?? use(loadPage(name))
  return <Component />
}
