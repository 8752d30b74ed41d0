// Notices and news are written and shown with it.
export { CleanHtml } from "./clean-html.tsx"
export { RichTextField } from "./rich-text-field.tsx"
