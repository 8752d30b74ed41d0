import type { ApiDocument } from "@uc/contract/api-docs/api-document"
import SwaggerUI from "swagger-ui-dist/swagger-ui-es-bundle.js"
import "swagger-ui-dist/swagger-ui.css"
import "./swagger-look.css"

/** SSO-6: the library is large, so that it is in a chunk of its own. It asks nobody for anything: the document is handed over. */
export function drawCalls(domNode: Element, spec: ApiDocument, onComplete: () => void): void {
  SwaggerUI({
    domNode,
    spec,
    // To read, not to try: a call from here would be made with the reader's own session.
    supportedSubmitMethods: [],
    docExpansion: "none",
    defaultModelsExpandDepth: -1,
    displayOperationId: true,
    filter: true,
    deepLinking: false,
    validatorUrl: null,
    syntaxHighlight: { activated: false },
    onComplete,
  })
}
