declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  interface State {
    readonly getIn: (path: readonly unknown[]) => unknown
  }
  /** The parts of a plugin that are used here. */
  export interface Plugin {
    readonly statePlugins: {
      readonly spec: {
        readonly wrapActions: Readonly<Record<string, () => () => { readonly type: string }>>
        readonly wrapSelectors: Readonly<
          Record<string, () => (state: State, path: readonly string[]) => unknown>
        >
      }
    }
  }
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
    readonly plugins: readonly Plugin[]
    readonly syntaxHighlight: { readonly activated: false }
    readonly onComplete: () => void
  }
  export default function SwaggerUI(options: Options): unknown
}
