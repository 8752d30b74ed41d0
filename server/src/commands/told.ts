import { inLanguage, operatorLanguage, type OperatorLanguage } from "../words/operator-language.ts"

/** Of whoever typed the command. */
export function typedLanguage(): OperatorLanguage {
  return operatorLanguage(process.env)
}

/** What a command says, in the language of whoever typed it. */
export function told(text: string): string {
  return inLanguage(text, typedLanguage())
}
