import { cleanup, configure } from "@testing-library/react"
import { afterEach } from "vitest"
import { patienceMs } from "../../../scripts/patience.ts"

// What is fetched lazily is compiled first, and a busy machine takes its time over it.
configure({ asyncUtilTimeout: patienceMs })

/** The testing library does this by itself only where the test functions are global. */
afterEach(cleanup)
