// Where only the password was asked for, only the password is wrong: a name was not typed.
import { refusal, type Refused } from '../i18n/refusal';
import { t } from '../i18n/text.svelte';

export const ofPassword = (refused: Refused, currency: string): string =>
  refused.code === 'account/wrong_password' ? t('password.wrong') : refusal(refused, currency);
