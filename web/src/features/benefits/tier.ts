/** How far a plan covers, in the reader's language. The employer's own words stay as they are. */
import type { Translate } from '../../i18n';
import { knownText } from '../../i18n/known';

export function tierText(t: Translate, tier: string): string {
  const [, percent] = /^(\d+(?:\.\d+)?)% of pay$/.exec(tier) ?? [];
  if (percent) return t('benefits.tier.ofPay', { percent });
  const [, times] = /^(\d+(?:\.\d+)?) × annual pay$/.exec(tier) ?? [];
  if (times) return t('benefits.tier.timesPay', { times });
  return knownText(t, tier, (name) => `benefits.tier.${name}`);
}
