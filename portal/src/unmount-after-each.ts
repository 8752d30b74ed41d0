import { cleanup, configure } from "@testing-library/react"
import { // What is fetched lazily is compiled first, and a busy machine takes its time over it.
configure({ asyncUtilTimeout: 5000 })

afterEach } from "vitest"

/** The testing library does this by itself only where the test functions are global. */
afterEach(cleanup)
