/** The portal's pages, cards and settings, as the console asks for them. */
import type { ResultOf } from 'gql.tada';
import { graphql } from '../../api/graphql';

export const portalKey = 'portal';

export const PortalCatalog = graphql(`
  query PortalCatalog($tenantId: ID!) {
    features(tenantId: $tenantId) {
      featureId featureType title readOnly configuredEnabled path permissions size position version
    }
  }
`);
export type Entry = ResultOf<typeof PortalCatalog>['features'][number];

export const ReviseEntry = graphql(`
  mutation ReviseFeature($tenantId: ID!, $feature: FeatureInput!) {
    updateFeature(tenantId: $tenantId, feature: $feature) { featureId version }
  }
`);

export const RemoveEntry = graphql(`
  mutation RemoveFeature($tenantId: ID!, $featureId: ID!) {
    deleteFeature(tenantId: $tenantId, featureId: $featureId) { featureId }
  }
`);

export const PortalSettings = graphql(`
  query PortalSettings($tenantId: ID!) {
    portalSettings(tenantId: $tenantId) { secondFactor flags { key isOn isOnByDefault isSet } }
  }
`);
export type Settings = ResultOf<typeof PortalSettings>['portalSettings'];
export type Flag = Settings['flags'][number];
export type SecondFactor = Settings['secondFactor'];

export const SetFlag = graphql(`
  mutation SetPortalFlag($tenantId: ID!, $key: String!, $isOn: Boolean) {
    setPortalFlag(tenantId: $tenantId, key: $key, isOn: $isOn) { flags { key isOn isOnByDefault isSet } }
  }
`);

export const SetSecondFactor = graphql(`
  mutation SetSecondFactorPolicy($tenantId: ID!, $when: SecondFactorPolicy!) {
    setSecondFactorPolicy(tenantId: $tenantId, when: $when) { secondFactor }
  }
`);

const NoticeTextFields = graphql(`
  fragment NoticeTextFields on NoticeText {
    kind version
    english { text subject before after }
    spanish { text subject before after }
  }
`);
export type NoticeText = ResultOf<typeof NoticeTextFields>;
export type NoticeTextInMail = NoticeText['english'];

export const NoticeTexts = graphql(
  `query NoticeTexts($tenantId: ID!) { noticeTexts(tenantId: $tenantId) { ...NoticeTextFields } }`,
  [NoticeTextFields],
);

export const SetNoticeText = graphql(
  `
  mutation SetNoticeText(
    $tenantId: ID!, $kind: NoticeTextKind!, $english: String!, $spanish: String!, $version: Int!
  ) {
    setNoticeText(tenantId: $tenantId, kind: $kind, english: $english, spanish: $spanish, version: $version) {
      ...NoticeTextFields
    }
  }
`,
  [NoticeTextFields],
);

/** As the server keeps it, of a text someone else changed first. */
export type CurrentText = { english: string; spanish: string; version: number };

export const PortalCompanies = graphql(`
  query PortalCompanies($tenantId: ID!, $cursor: String, $limit: Int) {
    listCompanies(tenantId: $tenantId, cursor: $cursor, limit: $limit) {
      results { id name } links { next previous }
    }
  }
`);

export const maintenance = 'maintenance-mode';

/** Who has a page or card: people with the permission, everyone, or no one. */
export const openings = ['usual', 'open', 'closed'] as const;
export type Opening = (typeof openings)[number];

export function openingOf({ readOnly, configuredEnabled }: Pick<Entry, 'readOnly' | 'configuredEnabled'>): Opening {
  if (!readOnly) return 'usual';
  return configuredEnabled ? 'open' : 'closed';
}

/** The fields that say so. */
export function opened(opening: Opening): { readOnly: boolean; enabled: boolean } {
  return { readOnly: opening !== 'usual', enabled: opening === 'open' };
}

/** Card widths in columns of the home page. */
export const sizes = [2, 4, 8] as const;

export type EntryDraft = { title: string; opening: Opening; position: number | null; size: number | null };

export function draftOf(entry: Entry): EntryDraft {
  return { title: entry.title, opening: openingOf(entry), position: entry.position, size: entry.size };
}

/** As the server keeps it, of an entry someone else changed first. */
export type CurrentEntry = {
  title: string;
  configuredEnabled: boolean;
  readOnly: boolean;
  size: number | null;
  position: number;
  version: number;
};
