/** The native app's tabs root: pages that need a person have addresses below it, while the route table knows one path a page. */

type Located = { url: URL };
export type TabsRewrite = { input: (at: Located) => URL; output: (at: Located) => URL };

export function tabsRewrite(tabsRoot: string, needsPerson: (path: string) => boolean): TabsRewrite {
  return {
    input: ({ url }) => {
      const page = new URL(url);
      if (page.pathname === tabsRoot) page.pathname = '/';
      else if (page.pathname.startsWith(`${tabsRoot}/`)) page.pathname = page.pathname.slice(tabsRoot.length);
      return page;
    },
    output: ({ url }) => {
      const address = new URL(url);
      if (needsPerson(address.pathname)) address.pathname = `${tabsRoot}${address.pathname}`;
      return address;
    },
  };
}

/** An address from a mail or from the web knows nothing of tabs: it gets its place below them before the router reads it. */
export function standBelowTabs({ input, output }: TabsRewrite): void {
  const typed = new URL(location.href);
  const { href } = output({ url: input({ url: typed }) });
  if (href !== typed.href) history.replaceState(history.state, '', href);
}
