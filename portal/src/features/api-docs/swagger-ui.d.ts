declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface Options {
    readonly domNode: Element
    readonly spec: object
    readonly supportedSubmitMethods: readonly string[]
    readonly docExpansion: "none" | "list"
    readonly defaultModelsExpandDepth: number
    readonly displayOperationId: boolean
    readonly filter: boolean
    readonly deepLinking: boolean
    readonly validatorUrl: null
    readonly syntaxHighlight: { readonly activated: false }
    readonly onComplete: () => void
  }
  export default function SwaggerUI(options: Options): unknown
}
