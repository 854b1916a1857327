# A cache in front of the site. Start it with a socket for visitors and one for the site, which purges:
#
#   varnishd -a visitors=:80 -a purge=127.0.0.1:6082 -f docs/varnish.vcl -s malloc,256m -p http_gzip_support=off
#
# and the site with PURGE_URL=http://127.0.0.1:6082/ and TRUSTED_PROXIES=127.0.0.1.
vcl 4.1;

import std;
import xkey;

backend site {
    .host = "127.0.0.1";
    .port = "4321";
    .probe = {
        .url = "/robots.txt";
        .interval = 1s;
        .timeout = 2s;
        .window = 2;
        .threshold = 1;
    }
}

sub vcl_recv {
    if (local.socket == "purge") {
        return (synth(200, "purged " + xkey.softpurge(req.http.Surrogate-Key)));
    }

    # A purged answer is sent only while the site is away.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 0s;
    } else {
        set req.grace = 24h;
    }

    # The only cookie that an answer depends on: a poster's first look at the own listing.
    if (req.http.Cookie !~ "(^|; *)posted=") {
        unset req.http.Cookie;
    }
    if (req.http.Cookie || req.http.Authorization || (req.method != "GET" && req.method != "HEAD")) {
        return (pass);
    }

    # One variant for each encoding, instead of one for each browser.
    if (req.http.Accept-Encoding ~ "br") {
        set req.http.Accept-Encoding = "br";
    } elsif (req.http.Accept-Encoding ~ "gzip") {
        set req.http.Accept-Encoding = "gzip";
    } else {
        unset req.http.Accept-Encoding;
    }
    return (hash);
}

# No answer depends on the host, which a visitor can choose.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_response {
    # Without s-maxage, an answer is for one visitor. Assets never change.
    if (beresp.http.Cache-Control !~ "s-maxage|immutable" || beresp.status >= 500) {
        set beresp.uncacheable = true;
        set beresp.ttl = 120s;
        return (deliver);
    }
    set beresp.http.xkey = beresp.http.Surrogate-Key;
    set beresp.grace = 24h;
}

sub vcl_backend_error {
    # Without this, the error would be kept in place of an older answer.
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    set beresp.http.away = "yes";
    set beresp.http.Content-Type = "text/plain; charset=utf-8";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Retry-After = "5";
    set beresp.body = "the site cannot be reached right now: try again in a minute";
    return (deliver);
}

sub vcl_deliver {
    # The probe has not noticed yet that the site is away: look for an older answer.
    if (resp.http.away && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        return (restart);
    }
    # Browsers ask each time, as they do without a cache in front.
    if (resp.http.Cache-Control ~ "s-maxage") {
        set resp.http.Cache-Control = "no-cache";
    }
    unset resp.http.away;
    unset resp.http.Cache-Tag;
    unset resp.http.Surrogate-Key;
    unset resp.http.xkey;
}
