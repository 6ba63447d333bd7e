import theme from 'vitepress/theme-without-fonts';
import { searchWeight } from '../../pages.mjs';
import './style.css';

/** The theme of VitePress with the fonts and colours of packages/design. The search lists pages for callers first. */
export default {
  extends: theme,
  enhanceApp({ siteData }) {
    const { themeConfig } = siteData.value;
    // A function in config.mjs would reach the browser as text, and the content security policy runs no text.
    const searchOptions = { boostDocument: searchWeight };
    const search = { ...themeConfig.search, options: { miniSearch: { searchOptions } } };
    siteData.value = { ...siteData.value, themeConfig: { ...themeConfig, search } };
  },
};
