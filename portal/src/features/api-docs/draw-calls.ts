import type { ApiDocument } from "@uc/contract/api-docs/api-document"
import SwaggerUI, { type Plugin } from "swagger-ui-dist/swagger-ui-es-bundle.js"
import "swagger-ui-dist/swagger-ui.css"
import { noticesAmongCalls } from "./notices-among-calls.ts"
import "./swagger-look.css"

/**
 * The library follows references by walking the whole document, once at the start and once for each call that is opened: four seconds
 * on a fast machine, in which the page answers nobody. Ours refers to nothing but trees, at the place where
 * they hold themselves (recursive-schemas.ts), so each part is taken as it stands.
 */
const withoutReferences: Plugin = {
  statePlugins: {
    spec: {
      wrapActions: { requestResolvedSubtree: () => () => ({ type: "nothing to resolve" }) },
      wrapSelectors: {
        specResolvedSubtree: () => (state, path) => state.getIn(["json", ...path]),
      },
    },
  },
}

const layout = "CallsInPage"

/** The library's own layout is a page with a `main` of its own: a page has one, and this stands in it (BROWSER-20). */
const inPage: Plugin = ({ React }) => ({
  components: {
    [layout]: ({ getComponent }) =>
      React.createElement(
        "div",
        { className: "swagger-ui" },
        React.createElement(getComponent("FilterContainer", true)),
        React.createElement(getComponent("operations", true)),
      ),
  },
})

/** SSO-6: the library is large, so that it is in a chunk of its own. It asks nobody for anything: the document is handed over. */
export function drawCalls(domNode: Element, spec: ApiDocument, onComplete: () => void): void {
  SwaggerUI({
    domNode,
    spec: noticesAmongCalls(spec),
    // To read, not to try: a call from here would be made with the reader's own session.
    supportedSubmitMethods: [],
    docExpansion: "none",
    defaultModelsExpandDepth: -1,
    displayOperationId: true,
    filter: true,
    deepLinking: false,
    validatorUrl: null,
    layout,
    plugins: [withoutReferences, inPage],
    syntaxHighlight: { activated: false },
    onComplete,
  })
}
