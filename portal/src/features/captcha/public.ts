// Sign-in, re-authentication and linking accounts show the slider.
export { fieldsOf, sliderFor, type SliderFields } from "./human-check.ts"
