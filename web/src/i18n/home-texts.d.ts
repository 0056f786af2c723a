declare module 'virtual:home-texts/*' {
  const texts: Record<string, string>;
  export default texts;
}
