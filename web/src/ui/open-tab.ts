/**
 * A page of someone else's whose address is only asked for: the tab opens while the press still counts as one, since later it is a pop-up to
 * many browsers. A device without tabs has something else.
 */
export type Tab = { goTo: (url: string) => void; close: () => void };

let opener = openInBrowser;

export function openTabsWith(given: () => Tab): void {
  opener = given;
}

export const openTab = (): Tab => opener();

function openInBrowser(): Tab {
  const tab = window.open('about:blank');
  if (tab) tab.opener = null;
  return {
    goTo: (url) => (tab ? tab.location.replace(url) : window.location.assign(url)),
    close: () => tab?.close(),
  };
}
