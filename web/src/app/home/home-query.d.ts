declare module 'virtual:home-query/*' {
  const query: import('./ask-cards').HomeQuery;
  export default query;
}
