/** Loaded before every test: words are those of the servers, English where a test asks for no other. */
export { inLanguage } from '#domain/speak.ts'
