// Sign-in, re-authentication and tying accounts put up the slider.
export { fieldsOf, sliderFor, type SliderFields } from "./human-check.ts"
